// Boards as cards. A board in one line is columns / cells | foundations: "KS/KDQS/KH/|..|KQQJ".

const SUITS = "CDHS";
const RANKS = "0A23456789TJQK";
const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const CELL_LETTERS = "abcdefgijklm";

function pairs(text) {
  return text.match(/../g) || [];
}

function parseBoard(line) {
  const [columns, cells, founded] = line.split("|");
  return {
    columns: columns.split("/").map(pairs),
    cells: pairs(cells).map((card) => (card === ".." ? null : card)),
    founded: [...founded].map((rank) => RANKS.indexOf(rank)),
  };
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function suitSign(suit, className) {
  const space = "http://www.w3.org/2000/svg";
  const sign = document.createElementNS(space, "svg");
  sign.setAttribute("class", className || "suit");
  sign.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", "#suit-" + suit);
  sign.append(use);
  return sign;
}

function cardName(card) {
  const words = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
  return (words[card[0]] || card[0]) + " of " + SUIT_NAMES[card[1]];
}

function drawCard(card) {
  const drawn = element("div", "card " + SUIT_NAMES[card[1]]);
  drawn.dataset.card = card;
  drawn.append(element("span", "rank", card[0] === "T" ? "10" : card[0]), suitSign(card[1]), suitSign(card[1], "suit pip"));
  return drawn;
}

// An empty place, or the card in it.
function drawSpot(className, card, suit) {
  const spot = element("div", "spot " + className);
  if (card) spot.append(drawCard(card));
  else if (suit) spot.append(suitSign(suit));
  return spot;
}

// Draws a board into an element. `rows` is the room to leave for the longest column.
function drawBoard(into, board, rows) {
  const felt = element("div", "felt");
  const longest = Math.max(rows || 0, ...board.columns.map((column) => column.length));
  // Four cells and the foundations have room beside each other; more cells take more rows.
  const across = Math.max(board.columns.length, 4 + Math.min(board.cells.length, 4));
  felt.style.setProperty("--across", across);
  felt.style.setProperty("--columns", board.columns.length);
  felt.style.setProperty("--rows", longest);
  const top = element("div", "row");
  const cells = element("div", "cells");
  board.cells.forEach((card) => cells.append(drawSpot("cell", card)));
  const foundations = element("div", "foundations");
  [2, 0, 1, 3].forEach((index) => {
    const rank = board.founded[index];
    const card = rank ? RANKS[rank] + SUITS[index] : null;
    foundations.append(drawSpot("foundation", card, SUITS[index]));
  });
  top.append(cells, foundations);
  const columns = element("div", "columns");
  board.columns.forEach((column) => {
    const drawn = element("div", "column");
    column.forEach((card) => drawn.append(drawCard(card)));
    columns.append(drawn);
  });
  felt.append(top, columns);
  into.replaceChildren(felt);
}

// Boards that can be seen now; those in closed details when they are opened.
document.querySelectorAll(".board[data-board]").forEach((place) => {
  const details = place.closest("details.look");
  const draw = () => drawBoard(place, parseBoard(place.dataset.board));
  if (details) details.addEventListener("toggle", draw, { once: true });
  else draw();
});
