import { expect, test } from "vitest";
import { networkOf } from "../../../gateway/limits/request_limits.ts";

test.each([
  ["2001:db8:1:2::1", "2001:DB8:1:2:ffff:ffff:ffff:ffff"],
  ["2001:db8:1:2::1", "2001:0db8:0001:0002:0000:0000:0000:0001"],
  ["fe80::1%eth0", "fe80::2"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
])("networkOf() takes %s and %s for one", (one, other) => {
  expect(networkOf(one)).toBe(networkOf(other));
});

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:3::1"],
  ["2001:db8:1::1", "2001:db8:2::1"],
  ["203.0.113.9", "203.0.113.10"],
  ["::ffff:203.0.113.9", "::ffff:203.0.113.10"],
  ["::ffff:203.0.113.9", "::1"],
  ["10.1", "10.0.0.1"],
])("networkOf() distinguishes %s from %s", (one, other) => {
  expect(networkOf(one)).not.toBe(networkOf(other));
});

test.each(["203.0.113.9", "", "unknown", "1.2.3.4.5", "2001:db8::1::2", "fe80::1%eth0.1", "\n:*"])(
  "networkOf() leaves %j as it is",
  (text) => expect(networkOf(text)).toBe(text),
);
