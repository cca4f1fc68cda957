import type { Server } from 'node:net';
import type { Route } from './control.ts';

/** The moved clock of the sandbox: how far it is from the real one, kept over restarts. */
export type SandboxClock = {
  /** Milliseconds ahead of the real clock. */
  offsetMs(): number;
  now(): Date;
  /** Moves the clock by so many milliseconds; two moves at once add up. */
  advance(ms: number): Promise<number>;
  /** Resolves when every move is on disk. */
  settled(): Promise<unknown>;
};

/** What every part of the sandbox gets when it starts. */
export type RequestContext = {
  /** The sandbox's books; a part keeps its own files below. */
  dir: string;
  controlUrl: string;
  /** The time of the sandbox, which can be moved. */
  clock: SandboxClock;
  /** Listens on loopback, on the port that this name had before if it is free; returns the port. */
  listen(server: Server, name: PortName): Promise<number>;
  log(line: string): void;
};

/** A stand-in for one outside service. */
export type Part = {
  routes: Route[];
  /** What the part adds to `sandbox.json`. */
  book: Record<string, unknown>;
  close(): Promise<void>;
};

/** Every port in the order of `--port-base`: append only, so that fixed addresses stay fixed. */
export const PORTS = ['control', 'smtp', 'paypal', 'rpc', 'relay'] as const;
export type PortName = (typeof PORTS)[number];
