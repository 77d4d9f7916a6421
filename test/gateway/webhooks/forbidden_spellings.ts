/** IPv4 addresses that no webhook may go to, with a word on each. */
export const forbiddenIpv4: Record<string, string> = {
  "127.0.0.1": "loopback",
  "127.255.255.254": "loopback, its end",
  "0.0.0.0": "this host",
  "10.0.0.1": "private",
  "172.16.0.1": "private",
  "172.31.255.255": "private, its end",
  "192.168.1.1": "private",
  "169.254.169.254": "link-local: metadata of clouds",
  "100.100.100.200": "carrier-grade NAT: metadata of Alibaba",
  "168.63.129.16": "Azure's platform",
  "192.0.0.192": "reserved: metadata of Oracle",
  "192.0.2.1": "documentation",
  "198.18.0.1": "benchmarking",
  "224.0.0.1": "multicast",
  "240.0.0.1": "reserved",
  "255.255.255.255": "broadcast",
};

/** IPv6 addresses that no webhook may go to. */
export const forbiddenIpv6 = [
  "::",
  "::1",
  "0:0:0:0:0:0:0:1",
  "0000:0000:0000:0000:0000:0000:0000:0001",
  "fe80::1",
  "FE80::ABCD",
  "febf::1",
  "fc00::1",
  "fd00:ec2::254",
  "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "fec0::1",
  "ff02::1",
  "2001:db8::1",
  "3fff::1",
  "2001::1",
  "2001:2::1",
  "100::1",
  "64:ff9b::",
  "4000::1",
  "1::1",
  "8000::1",
];

const hex = (number: number, digits = 0) => number.toString(16).padStart(digits, "0");
const octal = (number: number) => `0${number.toString(8)}`;
const others = (base: number, text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(base + Number(digit)));

/** Ways to write an IPv4 address as the host of a URL, all of which reach that address somewhere. */
export function spellingsOf(address: string): string[] {
  const parts = address.split(".").map(Number);
  const [a, b, c, d] = parts as [number, number, number, number];
  const number = parts.reduce((sum, part) => sum * 256 + part, 0);
  const [high, low] = [hex((a << 8) | b, 4), hex((c << 8) | d, 4)];
  const [flippedHigh, flippedLow] = [hex(((a << 8) | b) ^ 0xffff), hex(((c << 8) | d) ^ 0xffff)];
  return [
    address,
    `${address}.`,
    String(number),
    `${number}.`,
    `0x${hex(number)}`,
    `0X${hex(number).toUpperCase()}`,
    `0x00000000${hex(number, 8)}`,
    octal(number),
    parts.map(octal).join("."),
    parts.map((part) => `000000${octal(part)}`).join("."),
    parts.map((part) => `0x${hex(part)}`).join("."),
    parts.map((part) => `0X${hex(part, 2).toUpperCase()}`).join("."),
    `${a}.${octal(b)}.0x${hex(c)}.${d}`,
    `${a}.${number % 2 ** 24}`,
    `${a}.${b}.${number % 2 ** 16}`,
    `0x${hex(a)}.${octal(b)}.${number % 2 ** 16}`,
    address.replaceAll(/\d/g, (digit) => `%3${digit}`),
    address.replaceAll(".", "%2e"),
    address.replaceAll(".", "。"),
    address.replaceAll(".", "．"),
    address.replaceAll(".", "｡"),
    others(0xff10, address),
    others(0x1d7d8, address),
    others(0x1d7f6, address),
    address.replaceAll(/[1-9]/g, (digit) => String.fromCodePoint(0x245f + Number(digit))),
    `[::ffff:${address}]`,
    `[::FFFF:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[0000:0000:0000:0000:0000:ffff:${high}:${low}]`,
    `[::${address}]`,
    `[::${high}:${low}]`,
    `[::ffff:0:${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b::${high}:${low}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:4136:e378:8000:63bf:${flippedHigh}:${flippedLow}]`,
    `[fe80::5efe:${high}:${low}]`,
    // A zone does not belong in a URL.
    `[fe80::${high}:${low}%25eth0]`,
    `[::ffff:${address}%1]`,
  ];
}
