// Tables that sort by a column when its head is pressed. Whole numbers may be longer than a double holds.

function compareCells(one, other) {
  const whole = /^\d+$/;
  if (whole.test(one) && whole.test(other)) {
    return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
  }
  const difference = Number(one) - Number(other);
  return Number.isNaN(difference) ? one.localeCompare(other) : difference;
}

document.querySelectorAll("table.sortable").forEach((table) => {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const falling = head.getAttribute("aria-sort") !== "descending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", falling ? "descending" : "ascending");
      const value = (row) => row.cells[column].dataset.v;
      const rows = [...table.tBodies[0].rows];
      rows.sort((one, other) => compareCells(value(one), value(other)) * (falling ? -1 : 1));
      table.tBodies[0].append(...rows);
    });
  });
});
