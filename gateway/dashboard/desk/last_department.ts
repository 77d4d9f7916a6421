const key = (userId: number) => `last-department-${userId}`;

/** Returns the department in which this user has booked last, on this computer. */
export function lastDepartment(userId: number): number | null {
  try {
    return Number(localStorage.getItem(key(userId))) || null;
  } catch {
    // The browser forbids storage.
    return null;
  }
}

/** Remembers the department for the next booking of this user. */
export function rememberDepartment(userId: number, departmentId: number): void {
  try {
    localStorage.setItem(key(userId), String(departmentId));
  } catch {
    // The browser forbids storage. The next booking starts with the first department.
  }
}
