/** Roles, from the most to the least powerful (decisions 1). */
export type Role = "OWNER" | "ADMIN" | "STAFF";

/** Someone who signs in for an organization. E-mail addresses are unique and lower case. */
export class StaffUser {
  id!: number;
  organizationId!: number;
  email: string;
  name: string;
  role: Role;
  /** argon2id, as a PHC string. */
  passwordHash: string;
  /** True while the password is a one-time one, which must be changed before anything else. */
  mustChangePassword: boolean;
  createdAt: Temporal.Instant;
  disabledAt: Temporal.Instant | null = null;

  constructor(made: Omit<StaffUser, "id" | "organizationId" | "disabledAt">) {
    this.email = made.email;
    this.name = made.name;
    this.role = made.role;
    this.passwordHash = made.passwordHash;
    this.mustChangePassword = made.mustChangePassword;
    this.createdAt = made.createdAt;
  }
}
