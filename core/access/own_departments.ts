/** The departments that a bound staff user sees. All others are for this user as if they did not exist (core/access/README.md 12). */
export class OwnDepartments {
  readonly ids: readonly number[];
  readonly #set: ReadonlySet<number>;

  constructor(ids: readonly number[]) {
    this.ids = ids;
    this.#set = new Set(ids);
  }

  has(departmentId: number): boolean {
    return this.#set.has(departmentId);
  }

  /** Returns a record of a department if the department is among these. */
  only<T extends { departmentId: number }>(found: T | undefined): T | undefined {
    return found && this.has(found.departmentId) ? found : undefined;
  }

  /** Returns the requested departments that are among these; all of these for null. */
  among(requested: readonly number[] | null): readonly number[] {
    return requested === null ? this.ids : requested.filter((id) => this.has(id));
  }

  /** Returns the id of a department, or for any other department an id that no department has. */
  idOf<T extends number | null>(departmentId: T): T | 0 {
    return departmentId === null || this.has(departmentId) ? departmentId : 0;
  }
}

/** Takes the place of a method of a port that no use case of a bound user calls. A call of it is a defect. */
export function notForBound(): never {
  throw new Error("This method has no rule for a user who is bound to departments");
}
