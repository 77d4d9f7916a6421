import { connect, type Socket } from "node:net";

/** Receives what was wrong with an answer, or undefined. */
type OnAnswer = (fault: string | undefined) => void;

/** A kept HTTP connection with at most one request in flight. */
export interface HttpConnection {
  /** Sends the bytes of a request (Latin-1). */
  send(request: string, onAnswer: OnAnswer): void;
  close(): void;
}

/**
 * Opens a connection that reads only what a measurement needs: the status and the length of each answer. An HTTP client
 * would cost several times as much and so measure itself.
 */
export function openConnection(url: string): HttpConnection {
  const { hostname, port } = new URL(url);
  // All answers are read into one buffer, because nothing of them is kept.
  const buffer = Buffer.allocUnsafe(65_536);
  let socket: Socket | undefined;
  let onAnswer: OnAnswer | undefined;
  let head = "";
  let missingBytes = 0;
  let fault: string | undefined;

  function answered(): void {
    const done = onAnswer;
    onAnswer = undefined;
    done?.(fault);
  }
  function read(length: number): void {
    if (missingBytes > 0) {
      missingBytes -= length;
      if (missingBytes <= 0) answered();
      return;
    }
    head += buffer.toString("latin1", 0, length);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    // The status line is "HTTP/1.1 201 Created".
    const isUnchanged = head.startsWith("304", 9);
    const isSuccess = head[9] === "2" || isUnchanged;
    const size = isUnchanged ? "0" : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (size === undefined) {
      throw new Error(`The load cannot read an answer without length: ${head}`);
    }
    fault = isSuccess ? undefined : `${head.slice(9, 12)} ${head.slice(end + 4)}`;
    missingBytes = Number(size) - (head.length - end - 4);
    head = "";
    if (missingBytes <= 0) answered();
  }
  function open(): Socket {
    const opened = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: { buffer, callback: (length) => (read(length), true) },
    });
    let reason = "the connection was closed";
    opened.on("error", (error) => reason = error.message);
    opened.on("close", () => {
      if (socket !== opened) return;
      socket = undefined;
      head = "";
      missingBytes = 0;
      fault = reason;
      answered();
    });
    return opened;
  }
  return {
    send(request, callback) {
      onAnswer = callback;
      socket ??= open();
      socket.write(request, "latin1");
    },
    close() {
      const closing = socket;
      socket = undefined;
      closing?.destroy();
    },
  };
}
