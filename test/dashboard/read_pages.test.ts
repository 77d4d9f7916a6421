import { describe, expect, test } from "vitest";
import { readPages } from "../../gateway/dashboard/api/read_pages.ts";

const size = 10;
const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: first + i }));

/** A list in pages. `onRead` is called before each page is read and may change the rows. */
function openList(rows: { id: number }[], onRead: (read: number) => void = () => {}) {
  let reads = 0;
  return {
    load(page: number) {
      reads += 1;
      onRead(reads);
      return Promise.resolve({
        items: rows.slice(page * size, (page + 1) * size),
        totalPages: Math.ceil(rows.length / size),
        totalElements: rows.length,
      });
    },
    reads: () => reads,
  };
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe("all pages of a list are read", () => {
  test("with those that move up while others leave the list, in its order", async () => {
    const rows = rowsFrom(1, 30);
    const { load } = openList(rows, (read) => void (read === 2 && rows.splice(0, 5)));
    expect(idsOf((await readPages(load)).rows)).toEqual(idsOf(rowsFrom(1, 30)));
  });

  test("each once if rows come at the beginning, and new ones do not keep it from ending", async () => {
    const rows = rowsFrom(1, 30);
    let next = 1000;
    const { load } = openList(rows, () => void rows.unshift({ id: next++ }));
    const read = idsOf((await readPages(load)).rows);
    expect(new Set(read).size).toBe(read.length);
    expect(read).toEqual(expect.arrayContaining(idsOf(rowsFrom(1, 30))));
  });

  test("once if there is one page, and at most so many", async () => {
    const one = openList(rowsFrom(1, 10));
    expect((await readPages(one.load)).rows).toHaveLength(10);
    expect(one.reads()).toBe(1);
    const none = openList([]);
    expect(await readPages(none.load)).toEqual({ rows: [], totalElements: 0 });
    const many = openList(rowsFrom(1, 100));
    const { rows, totalElements } = await readPages(many.load, { maxPages: 3 });
    expect([rows.length, totalElements]).toEqual([30, 100]);
  });
});
