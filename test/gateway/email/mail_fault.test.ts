import { expect, test } from "vitest";
import { describeFault, refusesAddress } from "../../../gateway/email/mail_fault.ts";

const fault = (command: string, response: string) =>
  Object.assign(new Error(response), {
    command,
    response,
    responseCode: Number.parseInt(response, 10),
    code: "EENVELOPE",
  });

test.each([
  ["RCPT TO", "550 5.1.1 No such user", true],
  ["RCPT TO", "550-5.1.1 No such user", true],
  ["RCPT TO", "553 5.1.3 Bad syntax", true],
  ["RCPT TO", "550 5.2.1 Mailbox disabled", true],
  ["RCPT TO", "550 No such user", true],
  ["RCPT TO", "551 User not local", true],
  ["RCPT TO", "550 Relaying denied", false],
  ["RCPT TO", "550 5.7.1 Relay access denied", false],
  ["RCPT TO", "552 5.2.2 Mailbox full", false],
  ["RCPT TO", "530 Authentication required", false],
  ["RCPT TO", "554 Transaction failed", false],
  ["RCPT TO", "450 4.2.1 Try later", false],
  ["RCPT TO", "550 5.1.2 Unknown domain", true],
  ["RCPT TO", "556 5.1.10 Recipient address has null MX", true],
  ["RCPT TO", "550 5.1.8 <booking@example.org>: Sender address rejected: Domain not found", false],
  ["RCPT TO", "550 5.1.0 <booking@example.org>: Sender address rejected: User unknown", false],
  ["RCPT TO", "550 5.1.1 Sender unknown", false],
  ["RCPT TO", "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", false],
  ["RCPT TO", "550 SPF check failed", false],
  ["RCPT TO", "550 No PTR record", false],
  ["DATA", "550 5.1.1 No such user", false],
  ["MAIL FROM", "550 5.1.8 Bad sender", false],
])("after %s the answer %s refuses the address: %s", (command, response, refuses) => {
  expect(refusesAddress(fault(command, response))).toBe(refuses);
});

test("a fault is described without the words of the server", () => {
  expect(describeFault(fault("RCPT TO", "550 5.1.1 <ada@example.org> unknown")))
    .toBe("The mail server refused the recipient with 550");
  expect(describeFault(fault("AUTH PLAIN", "535 bad password")))
    .toBe("The mail server refused the sign-in with 535");
  const refused = Object.assign(new Error("connect 10.0.0.1"), { code: "ECONNREFUSED" });
  expect(describeFault(refused)).toBe("The mail server refused the connection");
  expect(describeFault(new Error("x"))).toBe("The mail server cannot be used");
});
