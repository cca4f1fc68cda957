// The least that could log someone in: node:http, the hash, one prepared read and one prepared write of the session
// with the answer that is kept for a second try. No limits, no notices, no contract. Run by logins.part.ts as a
// process of its own:
//
//   node bench/bare-login.part.ts <port> <url>
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { verify } from '@node-rs/argon2';
import pg from 'pg';

const READ = { name: 'read', text: 'SELECT id, password FROM users WHERE email = $1' };
const WRITE = {
  name: 'write',
  text: `WITH session AS (
      INSERT INTO sessions (sid, id, user_id, sess, created_at, last_seen_at, authenticated_at, expire)
      VALUES ($1, $2, $3, '{}', $4, $4, $4, $5))
    INSERT INTO idempotency_keys (scope, key, body_digest, status, answer, created_at)
    VALUES ('bare login', $6, 'no digest', 200, 'no answer', $4)`,
};
const DAY_MS = 86_400_000;

const [port = '', url = ''] = process.argv.slice(2);
// As many connections as the site has.
const pool = new pg.Pool({ connectionString: url, max: 20 });

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

async function logIn(request: IncomingMessage): Promise<string | undefined> {
  const { email, password } = JSON.parse(await textOf(request)) as Record<string, string>;
  const { rows } = await pool.query<{ id: string; password: string }>({ ...READ, values: [email] });
  const [user] = rows;
  if (!user || !(await verify(user.password, password ?? ''))) return undefined;
  const token = randomBytes(32).toString('base64url');
  const sid = createHash('sha256').update(token).digest('base64url');
  const [now, end] = [new Date(), new Date(Date.now() + 30 * DAY_MS)];
  // The bench repeats its keys from one server to the next.
  const key = `${request.headers['idempotency-key']} ${sid}`;
  await pool.query({ ...WRITE, values: [sid, randomUUID(), user.id, now, end, key] });
  return token;
}

createServer((request, response) => {
  if (request.method === 'GET') {
    response.end('ready');
    return;
  }
  logIn(request).then(
    (token) => {
      const body = JSON.stringify({ message: token ? 'Logged in.' : 'Invalid credentials' });
      response.writeHead(token ? 200 : 401, {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        'Set-Cookie': `sid=${token}; Path=/; HttpOnly`,
      });
      response.end(body);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500, { 'Content-Length': 0 }).end();
    },
  );
}).listen(Number(port), '127.0.0.1');
