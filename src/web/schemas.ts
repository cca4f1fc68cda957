import { config } from 'zod/v4/core';

// Our Content-Security-Policy forbids eval, with which zod would compile schemas. It decides when a
// schema is made, so the entries import this before anything that makes one.
config({ jitless: true });
