// The player: the positions of the solution, one after the other.

function afterMove(board, move) {
  const next = {
    columns: board.columns.map((column) => column.slice()),
    cells: board.cells.slice(),
    founded: board.founded.slice(),
  };
  if (/^\d/.test(move.from)) next.columns[move.from - 1].pop();
  else next.cells[CELL_LETTERS.indexOf(move.from)] = null;
  if (move.to === "h") next.founded[SUITS.indexOf(move.card[1])] = RANKS.indexOf(move.card[0]);
  else if (/^\d/.test(move.to)) next.columns[move.to - 1].push(move.card);
  else next.cells[CELL_LETTERS.indexOf(move.to)] = move.card;
  return next;
}

function spotName(spot) {
  if (spot === "h") return "the foundation";
  return (/^\d/.test(spot) ? "column " : "cell ") + spot;
}

function startPlayer(solution) {
  const steps = solution.steps;
  const boards = [parseBoard(solution.start)];
  steps.forEach((step) => boards.push(afterMove(boards[boards.length - 1], step)));
  const lengths = boards.flatMap((board) => board.columns.map((column) => column.length));
  const rows = Math.max(...lengths);

  const section = document.getElementById("player");
  const place = section.querySelector(".board");
  const [slider, list, now, play, speed] = ["slider", "moves", "now", "play", "speed"].map((id) =>
    document.getElementById(id)
  );
  const buttons = [...list.querySelectorAll("button")];
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let at = 0;
  let timer = null;

  function show(number) {
    const before = at;
    at = Math.min(Math.max(number, 0), steps.length);
    const step = at > 0 ? steps[at - 1] : null;
    // The card that moves: back, it is the one of the move that is taken back.
    const moving = at === before + 1 ? step : at === before - 1 ? steps[before - 1] : null;
    const old = moving && place.querySelector('[data-card="' + moving.card + '"]');
    const from = old && old.getBoundingClientRect();
    drawBoard(place, boards[at], rows);
    const card = step && place.querySelector('[data-card="' + step.card + '"]');
    if (card) card.classList.add("moved");
    if (from && !calm.matches) slide(moving.card, from);

    const standing = step || solution.at_start;
    document.getElementById("depth").textContent = standing.depth;
    document.getElementById("fingerprint").textContent = standing.fingerprint;
    document.getElementById("fcc").textContent =
      standing.fcc || (at === steps.length ? "won" : "none: moves that are made at once");
    const of = " of " + steps.length;
    now.textContent = step
      ? "Move " + at + of + ": " + cardName(step.card) + " from " + spotName(step.from) + " to " + spotName(step.to)
      : "The deal, before move 1" + of;
    place.setAttribute("aria-label", at ? "the board after move " + at : "the deal");
    slider.value = at;
    slider.setAttribute("aria-valuetext", now.textContent);
    buttons.forEach((button, index) => {
      if (index + 1 === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = buttons[Math.max(at - 1, 0)];
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    ["first", "back"].forEach((id) => (document.getElementById(id).disabled = at === 0));
    ["step", "last"].forEach((id) => (document.getElementById(id).disabled = at === steps.length));
    if (at === steps.length) pause();
  }

  function slide(name, from) {
    const card = place.querySelector('[data-card="' + name + '"]');
    if (!card) return;
    const to = card.getBoundingClientRect();
    const start = "translate(" + (from.left - to.left) + "px," + (from.top - to.top) + "px)";
    card.style.zIndex = 5;
    card.animate([{ transform: start }, { transform: "none" }], {
      duration: Math.min(220, speed.value / 1.5),
      easing: "ease-out",
    });
  }

  function setPlaying(playing) {
    const label = playing ? "Pause (space)" : "Play (space)";
    play.setAttribute("aria-label", label);
    play.title = label;
    play.querySelector("use").setAttribute("href", playing ? "#sign-pause" : "#sign-play");
    // Nobody wants to hear every move of a game that plays itself.
    now.setAttribute("aria-live", playing ? "off" : "polite");
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    setPlaying(false);
  }

  function tick() {
    show(at + 1);
    if (at < steps.length) timer = setTimeout(tick, Number(speed.value));
  }

  function toggle() {
    if (timer !== null) return pause();
    if (at === steps.length) show(0);
    setPlaying(true);
    timer = setTimeout(tick, Number(speed.value) / 2);
  }

  // Everything that jumps ends the playing.
  function go(number) {
    pause();
    show(number);
  }

  const actions = {
    first: () => go(0),
    back: () => go(at - 1),
    play: toggle,
    step: () => go(at + 1),
    last: () => go(steps.length),
  };
  Object.keys(actions).forEach((id) => document.getElementById(id).addEventListener("click", actions[id]));
  slider.addEventListener("input", () => go(Number(slider.value)));
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-move]");
    if (button) go(Number(button.dataset.move));
  });

  const keys = { ArrowLeft: "back", ArrowRight: "step", " ": "play", Home: "first", End: "last" };
  function isOnScreen() {
    const box = section.getBoundingClientRect();
    return box.top < window.innerHeight && box.bottom > 0;
  }
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    // The slider and the list of speeds know these keys themselves, and space presses a button.
    const target = event.target;
    if (target.matches("input, select, textarea")) return;
    if (event.key === " " && target.closest("button, summary")) return;
    const inside = section.contains(target);
    if (!inside && !(target === document.body && isOnScreen())) return;
    event.preventDefault();
    actions[action]();
  });

  show(0);
}

const solution = document.getElementById("solution");
if (solution) startPlayer(JSON.parse(solution.textContent));
