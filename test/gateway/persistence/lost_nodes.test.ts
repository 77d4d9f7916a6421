import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { isAway } from "../../../gateway/persistence/database/faults.ts";

// Citus 13.2 reports these with XX000 if it loses a worker: first the messages of libpq, then of
// a server that ends or begins, then its own.
test.each([
  "server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally",
  "SSL connection has been closed unexpectedly",
  "SSL SYSCALL error: EOF detected",
  "SSL error: unexpected eof while reading",
  "could not receive data from server: Connection reset by peer",
  'lost synchronization with server: got message type "\\0", length 0',
  "terminating connection due to unexpected postmaster exit",
  "the database system is in recovery mode",
  "failure on connection marked as essential: 10.0.0.2:5432",
  "failed to prepare transaction 'citus_0_83_7_1' on host 10.0.0.2:5432",
  "could not commit transaction for shard 102008 on at least one active node",
  "could not connect to any active placements",
])("the error of a lost node counts as away: %s", (message) => {
  expect(isAway(fault(message, "XX000"))).toBe(true);
});

test("a defect in the words of a lost node, and another internal error, do not count as away", () => {
  expect(isAway(fault("could not send data of the form", "22023"))).toBe(false);
  expect(isAway(fault("cache lookup failed for relation 83", "XX000"))).toBe(false);
});

function fault(message: string, code: string): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, "error"), { code });
}
