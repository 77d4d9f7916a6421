/** A requested page. `page` counts from 0; `size` is 1 to 100. */
export interface PageRequest {
  page: number;
  size: number;
}

/** One page of a list. Surfaces make their own page shapes from it. */
export interface Page<T> extends PageRequest {
  items: T[];
  totalElements: number;
  /** 0 if there are no rows. */
  totalPages: number;
  /** True for the last page and for every page after it. */
  isLast: boolean;
}

/** The maximum total of lists whose count would cost more with every row. Rows after it cannot be reached by pages. */
export const maxCounted = 10_000;

/** Makes the page of the `items` that were found for `request`, out of `totalElements`. */
export function pageOf<T>(items: T[], request: PageRequest, totalElements: number): Page<T> {
  const totalPages = Math.ceil(totalElements / request.size);
  return {
    items,
    page: request.page,
    size: request.size,
    totalElements,
    totalPages,
    isLast: request.page >= totalPages - 1,
  };
}

/**
 * The maximum length of a list of rows that are never deleted, such as revoked keys: active rows first, then the
 * latest.
 */
export const maxListed = 1000;
