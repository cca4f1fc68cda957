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

/** The context with which every part of the sandbox starts. */
export type RequestContext = {
  /** The sandbox's data; a part stores its own files below. */
  dir: string;
  controlUrl: string;
  /** The time of the sandbox, which can be moved. */
  clock: SandboxClock;
  /** Listens on loopback, on the port that this name had before if it is free; returns the port. */
  listen(server: Server, name: PortName): Promise<number>;
  log(line: string): void;
};

/** The simulation of one outside service. */
export type Part = {
  routes: Route[];
  /** The part's entries in `sandbox.json`. */
  addresses: Record<string, unknown>;
  close(): Promise<void>;
};

/** Every port in the order of `--port-base`: append only, so that fixed addresses stay fixed. */
export const PORTS = ['control', 'smtp', 'paypal', 'rpc', 'relay', 'rpc2'] as const;
export type PortName = (typeof PORTS)[number];
