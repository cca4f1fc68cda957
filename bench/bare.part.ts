// The least that could take a signature: Fastify, one route, and the same three rows written by
// hand. Run by sign.ts and by prove/storm.ts as a process of its own:
//
//   node bench/bare.part.ts <port> pg <url> transaction|statement|together
//   node bench/bare.part.ts <port> pglite <folder> transaction|statement|together
//
// `together` writes all that wait for each other in one statement: a server can hardly do less.
import { randomBytes, randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import Fastify from 'fastify';
import pg from 'pg';

type Values = unknown[];
interface Client {
  query(text: string, values?: Values): Promise<unknown>;
}
/** The two ways to write: several statements as one transaction, or one statement by itself. */
interface Store {
  transaction(work: (client: Client) => Promise<void>): Promise<void>;
  query(text: string, values: Values): Promise<unknown>;
}

const declaration = `INSERT INTO unity_declarations
  (id, full_name, email, country, wants_news, signed_at) VALUES ($1, $2, $3, $4, $5, $6)`;
const insertAnswer = (n: number) => `INSERT INTO idempotency_keys
  (scope, key, body_digest, status, answer, created_at)
  VALUES ($${n}, $${n + 1}, $${n + 2}, $${n + 3}, $${n + 4}, $${n + 5})`;
const job = (n: number) => `INSERT INTO pgboss.job (name, data) VALUES ($${n}, $${n + 1})`;
const statement = `WITH signed AS (${declaration}), answer AS (${insertAnswer(7)}) ${job(13)}`;

/**
 * The rows that the site writes for any number of signatures, column by column (prove/storm.ts compares their bytes):
 * a signature and an answer for each, and one job for all.
 */
const together = `WITH signed AS (INSERT INTO unity_declarations
    (id, full_name, email, country, wants_news, signed_at, link_id, share_code, network_mark,
     links_at, locale, was_asked, source)
    SELECT s.*, ARRAY[s.signed_at], 'en', true, 'direct'
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::timestamptz[],
      $7::uuid[], $8::text[], $9::text[])
      AS s (id, name, email, country, news, signed_at, link_id, code, mark)),
  answer AS (INSERT INTO idempotency_keys (scope, key, body_digest, status, answer, created_at)
    SELECT * FROM unnest($10::text[], $11::text[], $12::text[], $13::smallint[], $14::text[], $15::timestamptz[]))
  INSERT INTO pgboss.job (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
    expire_seconds, deletion_seconds, data)
  SELECT 'declaration-signed', 'standard', 10, 5, true, 3600, 300, 604800,
    jsonb_build_object('signatures', jsonb_agg(jsonb_build_object('id', id, 'linkId', link)))
  FROM unnest($1::uuid[], $7::uuid[]) AS j (id, link)`;

/** As long as a keyed digest. */
const digest = () => randomBytes(32).toString('base64url');
/** As long as a sealed answer. */
const sealed = () => randomBytes(153).toString('base64url');

/** Of one signature: the values of its two rows, each as long as the site's. */
function longValuesOf(body: Record<string, unknown>, key: string): Values {
  const now = new Date();
  const person = [body.fullName, body.email, body.country, false, now];
  const code = randomBytes(4).toString('hex');
  const signature = [randomUUID(), ...person, randomUUID(), code, digest()];
  return [...signature, 'signDeclaration anyone', key, digest(), 201, sealed(), now];
}

/** Of one signature: the three rows' values in the order of the columns above. */
function valuesOf(body: Record<string, unknown>, key: string): [Values, Values, Values] {
  const [id, now] = [randomUUID(), new Date()];
  return [
    [id, body.fullName, body.email, body.country, false, now],
    ['signDeclaration anyone', key, 'no digest', 201, '{"message":"Thank you."}', now],
    ['declaration-signed', JSON.stringify({ id })],
  ];
}

async function addOneByOne(client: Client, [signed, answer, work]: [Values, Values, Values]) {
  await client.query(declaration, signed);
  await client.query(insertAnswer(1), answer);
  await client.query(job(1), work);
}

function openPg(url: string): Store {
  // As many connections as the site has.
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  return {
    query: (text, values) => pool.query(text, values),
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await work(client);
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    },
  };
}

async function openPglite(folder: string): Promise<Store> {
  const pglite = await PGlite.create(folder);
  return {
    query: (text, values) => pglite.query(text, values),
    transaction: (work) => pglite.transaction((tx) => work(tx)),
  };
}

interface Waiting {
  values: Values;
  written: PromiseWithResolvers<void>;
}
/** Writes in one statement what came while the one before it was written. */
function createTogether(store: Store): (values: Values) => Promise<void> {
  let waiting: Waiting[] = [];
  let isWriting = false;
  const work = async () => {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const columns = (group[0]?.values ?? []).map((_, n) => group.map(({ values }) => values[n]));
      try {
        await store.query(together, columns);
        for (const { written } of group) written.resolve();
      } catch (error) {
        for (const { written } of group) written.reject(error);
      }
    }
    isWriting = false;
  };
  return (values) => {
    const written = Promise.withResolvers<void>();
    waiting.push({ values, written });
    if (!isWriting) void work();
    return written.promise;
  };
}

const [port = '', kind = '', place = '', way = ''] = process.argv.slice(2);
const store = await (kind === 'pg' ? openPg(place) : openPglite(place));
const writeTogether = createTogether(store);
const app = Fastify({ logger: false });
app.post('/api/unity-declaration', async (request, reply) => {
  const body = request.body as Record<string, unknown>;
  const key = String(request.headers['idempotency-key']);
  if (way === 'together') await writeTogether(longValuesOf(body, key));
  else if (way === 'statement') await store.query(statement, valuesOf(body, key).flat());
  else await store.transaction((client) => addOneByOne(client, valuesOf(body, key)));
  return reply.status(201).send({ message: 'Thank you.' });
});
app.get('/readyz', async () => ({ status: 'ready' }));
await app.listen({ port: Number(port), host: '127.0.0.1' });
