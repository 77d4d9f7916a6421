import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

// node:crypto reads certificates and makes none. These are made when a test runs, so that none is checked
// in that expires one day: X.509 (RFC 5280), as little as TLS asks for, with ECDSA keys on P-256.

/** A certificate and its key, in PEM as node:tls takes them. */
export interface Certificate {
  cert: string;
  key: string;
}

interface LeafOptions {
  /** Host names and IP addresses that it is for. */
  names: string[];
  from?: Date;
  until?: Date;
}

/** The fields of every certificate, and its issuer. */
interface CertificateOptions {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  issuerKey: KeyObject;
  extensions: Buffer[];
  from?: Date | undefined;
  until?: Date | undefined;
}

const dayMs = 86_400_000;
const oids = {
  commonName: [0x55, 0x04, 0x03],
  subjectAltName: [0x55, 0x1d, 0x11],
  basicConstraints: [0x55, 0x1d, 0x13],
  keyUsage: [0x55, 0x1d, 0x0f],
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
};

/** An authority of its own name, which issues certificates for servers. All are valid for `validity`. */
export function createAuthority(name: string, validity: { from?: Date; until?: Date } = {}) {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const constraints = extension(oids.basicConstraints, sequence(der(0x01, [0xff])), true);
  const usage = extension(oids.keyUsage, der(0x03, [0x01, 0x06]), true);
  const self = { subject: name, issuer: name, issuerKey: keys.privateKey };
  const cert = certificate({
    ...self,
    publicKey: keys.publicKey,
    extensions: [constraints, usage],
    ...validity,
  });
  const signer = { issuer: name, issuerKey: keys.privateKey };
  return {
    cert,
    issue: (options: LeafOptions) => leaf({ ...validity, ...options, ...signer }),
  };
}

/**
 * Makes this process trust an authority, and go on trusting others: test files share a process. The returned function
 * ends that.
 */
export function trustAuthority(authority: string): () => void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, authority]);
  return () => setDefaultCACertificates(before);
}

/** A server's certificate that no authority vouches for. */
export function createSelfSigned(options: LeafOptions): Certificate {
  return leaf(options);
}

function leaf(
  { names, from, until, issuer, issuerKey }: LeafOptions & {
    issuer?: string;
    issuerKey?: KeyObject;
  },
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subject = names[0]!;
  const alternatives = names.map((name) =>
    isIP(name) ? der(0x87, name.split(".").map(Number)) : der(0x82, Buffer.from(name))
  );
  const extensions = [extension(oids.subjectAltName, sequence(...alternatives))];
  const signer = { issuer: issuer ?? subject, issuerKey: issuerKey ?? privateKey };
  return {
    cert: certificate({ subject, publicKey, extensions, from, until, ...signer }),
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}

function certificate(made: CertificateOptions): string {
  const { from = new Date(Date.now() - dayMs), until = new Date(Date.now() + dayMs) } = made;
  const algorithm = sequence(der(0x06, oids.ecdsaWithSha256));
  const body = sequence(
    der(0xa0, der(0x02, [2])),
    // Its first bit clear, or the number would be negative.
    der(0x02, [0x40, ...randomBytes(15)]),
    algorithm,
    nameOf(made.issuer),
    sequence(time(from), time(until)),
    nameOf(made.subject),
    made.publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...made.extensions)),
  );
  const signature = sign("sha256", body, made.issuerKey);
  const whole = sequence(body, algorithm, der(0x03, [0, ...signature]));
  const lines = whole.toString("base64").match(/.{1,64}/g)!.join("\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function nameOf(commonName: string): Buffer {
  const attribute = sequence(der(0x06, oids.commonName), der(0x0c, Buffer.from(commonName)));
  return sequence(der(0x31, attribute));
}

function extension(oid: number[], value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [der(0x01, [0xff])] : [];
  return sequence(der(0x06, oid), ...critical, der(0x04, value));
}

/** GeneralizedTime, `YYYYMMDDHHMMSSZ`. */
function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\..*/g, "")}Z`));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

/** One DER element: tag, length, content. */
function der(tag: number, content: Iterable<number> & { length: number }): Buffer {
  const { length } = content;
  const long = length < 0x80 ? [] : length < 0x100 ? [length] : [length >> 8, length & 0xff];
  const head = length < 0x80 ? [tag, length] : [tag, 0x80 | long.length, ...long];
  return Buffer.from([...head, ...content]);
}
