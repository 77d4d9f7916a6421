import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pageOf } from "../../core/page.ts";

test.each([
  { page: 0, size: 20, totalElements: 0, totalPages: 0, isLast: true },
  { page: 3, size: 20, totalElements: 0, totalPages: 0, isLast: true },
  { page: 0, size: 20, totalElements: 1, totalPages: 1, isLast: true },
  { page: 0, size: 20, totalElements: 20, totalPages: 1, isLast: true },
  { page: 0, size: 20, totalElements: 21, totalPages: 2, isLast: false },
  { page: 1, size: 20, totalElements: 21, totalPages: 2, isLast: true },
  { page: 2, size: 20, totalElements: 21, totalPages: 2, isLast: true },
  { page: 1, size: 1, totalElements: 3, totalPages: 3, isLast: false },
])(
  "page $page of size $size of $totalElements elements has the right totals and isLast",
  ({ page, size, totalElements, ...expected }) => {
    const items = ["an item"];
    expect(pageOf(items, { page, size }, totalElements)).toEqual({
      items,
      page,
      size,
      totalElements,
      ...expected,
    });
  },
);

test("reading pages until isLast returns every row once", () => {
  const sizes = fc.integer({ min: 1, max: 100 });
  fc.assert(fc.property(fc.nat(500), sizes, (totalElements, size) => {
    let read = 0;
    let page = 0;
    let isLast = false;
    for (; !isLast; page += 1) {
      read += Math.max(0, Math.min(size, totalElements - page * size));
      ({ isLast } = pageOf([], { page, size }, totalElements));
    }
    expect(read).toBe(totalElements);
    expect(page).toBe(Math.max(1, pageOf([], { page: 0, size }, totalElements).totalPages));
  }));
});
