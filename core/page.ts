/** A page that was asked for: `page` counts from 0, `size` is 1 to 100 (interface, "Limits"). */
export interface PageRequest {
  page: number;
  size: number;
}

/** One page of a list with what the contract's page shapes are made of. */
export interface Page<T> extends PageRequest {
  items: T[];
  totalElements: number;
  /** 0 when there are no rows. */
  totalPages: number;
  /** True on the last page and on every page past it. */
  isLast: boolean;
}

/** Where a total would cost more the more there is, what lies beyond is not counted, nor read by pages. */
export const maxCounted = 10_000;

/** The page of `items` that were found for `request` among `totalElements`. */
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
