import {
  type MouseEvent as ReactMouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from "react";
import type { Appointment } from "../../api/types.ts";
import { axisPx, headPx } from "./use_board_view.ts";

/** A point in the board, in pixels from the first column and the top of the axis. */
export interface BoardPoint {
  x: number;
  y: number;
}

interface Drag {
  pointerId: number;
  appointment: Appointment;
  start: { x: number; y: number };
  /** The distance from the top of the block to the pointer. */
  grabY: number;
  last: { x: number; y: number };
  isActive: boolean;
}

/** A press that moves less than this is a click. */
const clickPx = 5;
/** On a touch screen, a press of this length picks the block up. A shorter one scrolls. */
const longPressMs = 400;
const edgePx = 48;
const scrollPx = 14;

/**
 * Reads the pointer on the board: clicks, and blocks that are dragged. These are pointer events, and not the drag and
 * drop of React Aria, which drops an element into another one: a time grid has one surface per column, and the time
 * depends on the point (gateway/dashboard/README.md 16).
 */
export function usePointer(board: RefObject<HTMLDivElement | null>, on: {
  /** Returns the appointment of a block if it can be moved. */
  find(id: number): Appointment | undefined;
  onDrag(appointment: Appointment, point: BoardPoint): void;
  onDrop(): void;
  onCancel(): void;
  onHover(point: BoardPoint | null): void;
  /** Called by a click on a block, or on a place without one. */
  onClick(target: { id: number } | { point: BoardPoint }): void;
}) {
  const drag = useRef<Drag | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const frame = useRef(0);
  // The click that follows a drag is none.
  const isClickDropped = useRef(false);

  function pointOf({ x, y }: { x: number; y: number }): BoardPoint {
    const element = board.current!;
    const { left, top } = element.getBoundingClientRect();
    return {
      x: x - left + element.scrollLeft - axisPx,
      y: y - top + element.scrollTop - headPx,
    };
  }
  function begin(): void {
    if (!drag.current) return;
    drag.current.isActive = true;
    isClickDropped.current = true;
    board.current?.setPointerCapture(drag.current.pointerId);
    report();
    frame.current = requestAnimationFrame(scrollAtEdges);
  }
  function report(): void {
    const { appointment, last, grabY } = drag.current!;
    on.onDrag(appointment, pointOf({ x: last.x, y: last.y - grabY }));
  }
  function end(finish?: () => void): void {
    clearTimeout(timer.current);
    cancelAnimationFrame(frame.current);
    const wasActive = drag.current?.isActive ?? false;
    drag.current = null;
    if (wasActive) finish?.();
  }
  const reportLatest = useEffectEvent(report);
  /** Scrolls while a block is held at an edge. A block that is picked up there must first move towards the edge. */
  function scrollAtEdges(): void {
    const element = board.current;
    if (!drag.current?.isActive || !element) return;
    const { start, last } = drag.current;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const by = (moved: number, at: number, low: number, high: number) => {
      if (at < low + edgePx && moved <= -clickPx) return -scrollPx;
      return at > high - edgePx && moved >= clickPx ? scrollPx : 0;
    };
    const before = [element.scrollLeft, element.scrollTop];
    element.scrollBy(
      by(last.x - start.x, last.x, left + axisPx, right),
      by(last.y - start.y, last.y, top + headPx, bottom),
    );
    if (before[0] !== element.scrollLeft || before[1] !== element.scrollTop) reportLatest();
    frame.current = requestAnimationFrame(scrollAtEdges);
  }
  const cancel = useEffectEvent(() => end(on.onCancel));
  useEffect(() => {
    const element = board.current;
    const onTouchMove = (event: TouchEvent) => {
      if (drag.current?.isActive) event.preventDefault();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !drag.current?.isActive) return;
      event.stopPropagation();
      cancel();
    };
    // Not passive, because the browser must not scroll while a block is held.
    element?.addEventListener("touchmove", onTouchMove, { passive: false });
    addEventListener("keydown", onKeyDown, true);
    return () => {
      element?.removeEventListener("touchmove", onTouchMove);
      removeEventListener("keydown", onKeyDown, true);
      cancel();
    };
  }, [board]);

  return {
    onMouseDown(event: ReactMouseEvent): void {
      // Otherwise the press selects text and focuses the board, which scrolls to its cursor.
      if (isColumnBody(event.target)) event.preventDefault();
    },
    onPointerDown(event: ReactPointerEvent): void {
      isClickDropped.current = false;
      const block = blockOf(event.target);
      const appointment = block && on.find(idOf(block));
      if (!appointment || event.button !== 0 || !event.isPrimary) return;
      const at = { x: event.clientX, y: event.clientY };
      const grabY = event.clientY - block.getBoundingClientRect().top;
      const { pointerId } = event;
      drag.current = { pointerId, appointment, start: at, grabY, last: at, isActive: false };
      if (event.pointerType === "touch") timer.current = setTimeout(begin, longPressMs);
    },
    onPointerMove(event: ReactPointerEvent): void {
      const at = { x: event.clientX, y: event.clientY };
      const held = drag.current;
      if (!held) {
        const isFree = event.pointerType === "mouse" && isColumnBody(event.target);
        return on.onHover(isFree ? pointOf(at) : null);
      }
      // The button was released outside of the board.
      if (event.buttons === 0) return end(on.onCancel);
      held.last = at;
      if (held.isActive) return report();
      if (Math.hypot(at.x - held.start.x, at.y - held.start.y) < clickPx) return;
      if (event.pointerType === "touch") end();
      else begin();
    },
    onPointerUp: () => end(on.onDrop),
    onPointerCancel: () => end(on.onCancel),
    onPointerLeave: () => on.onHover(null),
    onContextMenu(event: ReactMouseEvent): void {
      // The long press of a touch screen.
      if (drag.current) event.preventDefault();
    },
    onClick(event: ReactMouseEvent): void {
      if (isClickDropped.current) return;
      const block = blockOf(event.target);
      if (block) on.onClick({ id: idOf(block) });
      else if (isColumnBody(event.target)) {
        on.onClick({ point: pointOf({ x: event.clientX, y: event.clientY }) });
      }
    },
  };
}

function blockOf(target: EventTarget): HTMLElement | null {
  return (target as HTMLElement).closest<HTMLElement>("[data-appointment]");
}

function idOf(block: HTMLElement): number {
  return Number(block.dataset["appointment"]);
}

function isColumnBody(target: EventTarget): boolean {
  return (target as HTMLElement).closest(".board-body") !== null && blockOf(target) === null;
}
