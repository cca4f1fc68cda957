import { expect, test } from 'vitest';
import { findSecrets } from './secret-scan.mjs';

// Joined here, so that the scan of this file finds nothing.
const samples = {
  'a private key': ['-----BEGIN RSA PRIV', 'ATE KEY-----'],
  'an AWS access key': ['AKIA', 'IOSFODNN7EXAMPLE'],
  'a GitHub token': ['ghp_', 'a'.repeat(36)],
  'a Slack token': ['xoxb-', '1234567890-abcdefghij'],
  'a live payment key': ['sk_live_', 'a'.repeat(24)],
  'a Google API key': ['AIza', 'b'.repeat(35)],
  'an npm token': ['npm_', 'c'.repeat(36)],
  'an API key of this site': ['oap_', 'd_-9'.repeat(10), 'xyz'],
  'a PayPal secret': ['E', 'Kx_9'.repeat(19), 'abc'],
  'a secret with its value': ['APP_SECRET', '=0123456789abcdef'],
  'a database address with a password': ['postgres://app:', 'hunter2@db.example.org/app'],
  'a mail account with a password': ['smtps://app:', 'hunter2@mail.africa.org'],
  "a path of somebody's machine": ['/ho', 'me/ama/project/'],
};

test.for(Object.entries(samples))('finds %s', ([name, parts]) => {
  expect(
    findSecrets(`first line\nx = '${parts.join('')}'`).concat(findSecrets(parts.join(''))),
  ).toContain(`1: ${name}`);
});

test.for([
  'postgres://postgres@127.0.0.1:5432/postgres',
  'postgres://app:app@localhost/app',
  'postgres://one_africa:${POSTGRES_PASSWORD}@database/one_africa',
  'postgres://user:<password>@host/name',
  'postgres://user:password@host:5432/name',
  'APP_SECRET=',
  'APP_SECRET=${APP_SECRET:?set it}',
  '"integrity": "sha512-EpxpRTdoGdEqgvPlnqYe/nExBvEnPpGFXbdTWTHwPBxzyzLSqVLl3XCkvP4iexTUNAmjJoXPZP5Yy4nbqT1v5A=="',
])('lets pass: %s', (line) => {
  expect(findSecrets(line)).toEqual([]);
});
