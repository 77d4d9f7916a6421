import { expect, test } from "vitest";
import { describeAnswer, describeFailure } from "../../../gateway/webhooks/describe_result.ts";

/** An error as Node and undici throw them, whose own text nobody may see. */
function failure(code: string): Error {
  return Object.assign(new Error(`secret 10.0.0.5 ${code}`), { code });
}

test.each([
  ["ECONNREFUSED", "Connection refused"],
  ["ECONNRESET", "The connection was closed before an answer"],
  ["EPIPE", "The connection was closed before an answer"],
  ["UND_ERR_SOCKET", "The connection was closed before an answer"],
  ["EHOSTUNREACH", "The address cannot be reached"],
  ["ENETUNREACH", "The address cannot be reached"],
  ["ETIMEDOUT", "No answer within 5 s"],
  ["UND_ERR_CONNECT_TIMEOUT", "No answer within 5 s"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "The TLS handshake failed"],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "The TLS handshake failed"],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "The TLS handshake failed"],
  ["EPROTO", "The TLS handshake failed"],
  ["CERT_NOT_YET_VALID", "TLS certificate is not valid: it is not valid yet"],
  ["CERT_SIGNATURE_FAILURE", "TLS certificate is not valid"],
  ["INVALID_CA", "TLS certificate is not valid"],
  ["INVALID_PURPOSE", "TLS certificate is not valid"],
  ["UND_ERR_CLOSED", "The service stopped before an answer"],
  ["SOMETHING_NEW", "The delivery could not be sent"],
  ["constructor", "The delivery could not be sent"],
])("%s is described as %j", (code, text) => {
  expect(describeFailure(failure(code), 5000)).toBe(text);
});

test.each([[new Error("secret")], [new TypeError("secret")], ["secret"], [undefined], [null]])(
  "%o, which has no code, is described in our words",
  (error) => {
    expect(describeFailure(error, 5000)).toBe("The delivery could not be sent");
  },
);

test("only redirects are described as redirects", () => {
  const texts = [300, 301, 302, 303, 304, 305, 307, 308, 404].map(describeAnswer);
  expect(texts.filter((text) => text.endsWith("; redirects are not followed"))).toHaveLength(5);
  expect(describeAnswer(308)).toBe("Answered 308; redirects are not followed");
  expect(describeAnswer(404)).toBe("Answered 404");
});
