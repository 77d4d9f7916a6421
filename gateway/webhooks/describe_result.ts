import { errors } from "undici";
import { ForbiddenAddressError, UnresolvedNameError } from "./checked_connector.ts";
import { DeadlineError } from "./kept_connections.ts";

const redirects = new Set([301, 302, 303, 307, 308]);

/** Returns the error text for an answer without success. */
export function describeAnswer(statusCode: number): string {
  return redirects.has(statusCode)
    ? `Answered ${statusCode}; redirects are not followed`
    : `Answered ${statusCode}`;
}

const unreachable = "The address cannot be reached";
const closed = "The connection was closed before an answer";
const stopped = "The service stopped before an answer";
const unknownAuthority = "it is not from a known authority, or the chain is incomplete";

// The connection has the same time limit as the attempt.
const timeouts = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT"]);

const byCode = new Map([
  ["ECONNREFUSED", "Connection refused"],
  ["ECONNRESET", closed],
  ["EPIPE", closed],
  ["UND_ERR_SOCKET", closed],
  ["EHOSTUNREACH", unreachable],
  ["ENETUNREACH", unreachable],
  ["EADDRNOTAVAIL", unreachable],
  ["EACCES", unreachable],
  ["EINVAL", unreachable],
  ["UND_ERR_CLOSED", stopped],
  ["UND_ERR_DESTROYED", stopped],
  ["UND_ERR_HEADERS_OVERFLOW", "The headers of the answer are too large"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "The answer is not valid HTTP"],
]);

const certificateFaults = new Map([
  ["CERT_HAS_EXPIRED", "it has expired"],
  ["CERT_NOT_YET_VALID", "it is not valid yet"],
  ["CERT_REVOKED", "it has been revoked"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "it is for another host name"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "it is self-signed"],
  ["SELF_SIGNED_CERT_IN_CHAIN", unknownAuthority],
  ["UNABLE_TO_GET_ISSUER_CERT", unknownAuthority],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", unknownAuthority],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", unknownAuthority],
]);

/**
 * Returns the error text for an attempt without an answer, from a closed list. An error's own message could show
 * addresses of our network or text of the receiver.
 */
export function describeFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof ForbiddenAddressError) return "Address not allowed: it is not public";
  if (error instanceof UnresolvedNameError) return "The host name does not resolve";
  const code = codeOf(error);
  if (error instanceof DeadlineError || timeouts.has(code)) {
    return `No answer within ${timeoutMs / 1000} s`;
  }
  const text = byCode.get(code);
  if (text !== undefined) return text;
  const fault = certificateFaults.get(code);
  if (fault !== undefined) return `TLS certificate is not valid: ${fault}`;
  // Before the certificate errors: here CERTIFICATE means a client certificate that the receiver requires.
  if (/^(ERR_SSL_|EPROTO)/.test(code)) return "The TLS handshake failed";
  if (/CERT|CRL|CA$|PURPOSE/.test(code)) return "TLS certificate is not valid";
  if (error instanceof errors.HTTPParserError) return "The answer is not valid HTTP";
  return "The delivery could not be sent";
}

/** Whether a connection ended under a request, before any answer. */
export function isLostConnection(error: unknown): boolean {
  return byCode.get(codeOf(error)) === closed;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
