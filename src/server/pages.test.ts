import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Fault } from '../shared/fault.ts';
import type { PageData } from '../shared/page.ts';
import { installPages } from './pages.ts';

let reads = 0;
let isAway = false;
let version = 1;
let app: FastifyInstance;
let pages: ReturnType<typeof installPages>;

beforeEach(() => {
  [reads, isAway, version] = [0, false, 1];
  app = Fastify();
  pages = installPages(app, {
    render: async ({ path, form }, data) => ({
      kind: 'public',
      status: 200,
      title: path,
      description: '',
      markup: `${form?.message ?? ''} after reading ${data.signatures}`,
      state: {},
    }),
    assets: {
      publicCss: '',
      bootstrapJs: '',
      publicEntry: '',
      fetchedAhead: [],
      fetchedOnTouch: [],
      appEntry: '',
      appCss: [],
      devHead: '',
    },
    publicUrl: 'http://localhost:3000',
    sandbox: false,
    loadData: async () => {
      if (isAway) throw new Error('no database');
      reads += 1;
      return { signatures: reads } as PageData;
    },
    loadVersion: async () => version,
    openedCookie: () => 'opened=1',
  });
  app.post('/form', (request, reply) =>
    pages.plainFormPage(request, reply, '/sign', {
      endpoint: 'sign',
      values: {},
      fault: new Fault(400, 'Refused'),
    }),
  );
});
afterEach(() => app.close());

const refused = async () => (await app.inject({ method: 'POST', url: '/form' })).body;

test('forms that are refused are shown with what the pages have read, not read for each', async () => {
  await app.inject('/');
  for (let n = 0; n < 3; n++) expect(await refused()).toContain('Refused after reading 1');
  expect(reads).toBe(1);
});

test('a form that is refused is the first to read, and the next ones share it', async () => {
  expect(await refused()).toContain('Refused after reading 1');
  expect(await refused()).toContain('Refused after reading 1');
});

test('a publication is shown in the next refused form too', async () => {
  await refused();
  version = 2;
  pages.drop();
  expect(await refused()).toContain('Refused after reading 2');
});

test('without its database a refused form is shown with the last that was read, else in plain words', async () => {
  isAway = true;
  expect(JSON.parse(await refused())).toEqual({ message: 'Refused' });
  isAway = false;
  await refused();
  isAway = true;
  pages.drop();
  expect(await refused()).toContain('Refused after reading 1');
});
