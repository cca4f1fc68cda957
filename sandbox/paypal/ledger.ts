import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Kinds } from './record.ts';

type Kind = keyof Kinds;

/**
 * Everything that the simulated PayPal knows, one JSON document per record.
 * A change that was answered is on disk: SQLite with `synchronous = FULL`, so neither `kill -9` nor a power cut takes it back.
 */
export class Ledger {
  readonly #db: DatabaseSync;
  readonly #statements: Record<'put' | 'get' | 'list' | 'find' | 'remove', Statement>;

  constructor(dir: string) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#db = new DatabaseSync(join(dir, 'books.sqlite'));
    this.#db.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      create table if not exists documents (
        number integer primary key autoincrement,
        kind text not null,
        id text not null,
        topic text,
        body text not null,
        unique (kind, id)
      ) strict;
      create index if not exists documents_topic on documents (kind, topic);
    `);
    this.#statements = {
      put: this.#db.prepare(
        `insert into documents (kind, id, topic, body) values (?, ?, ?, ?)
         on conflict (kind, id) do update set topic = excluded.topic, body = excluded.body`,
      ),
      get: this.#db.prepare('select body from documents where kind = ? and id = ?'),
      list: this.#db.prepare(
        'select body from documents where kind = ? order by number desc limit ?',
      ),
      find: this.#db.prepare(
        'select body from documents where kind = ? and topic = ? order by number',
      ),
      remove: this.#db.prepare('delete from documents where kind = ? and id = ?'),
    };
  }

  /** All of what `work` writes, or nothing of it. */
  transaction<T>(work: () => T): T {
    this.#db.exec('begin immediate');
    try {
      const result = work();
      this.#db.exec('commit');
      return result;
    } catch (error) {
      this.#db.exec('rollback');
      throw error;
    }
  }

  /** Writes a record; `topic` is what `find` finds it by. */
  put<K extends Kind>(kind: K, id: string, record: Kinds[K], topic: string | null = null): void {
    this.#statements.put.run(kind, id, topic, JSON.stringify(record));
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    const row = this.#statements.get.get(kind, id);
    return row && read<K>(row);
  }

  /** The newest first. */
  list<K extends Kind>(kind: K, limit = -1): Kinds[K][] {
    return this.#statements.list.all(kind, limit).map(read<K>);
  }

  /** Those of a topic, the oldest first. */
  find<K extends Kind>(kind: K, topic: string): Kinds[K][] {
    return this.#statements.find.all(kind, topic).map(read<K>);
  }

  remove(kind: Kind, id: string): void {
    this.#statements.remove.run(kind, id);
  }

  close(): void {
    this.#db.close();
  }
}

type Statement = ReturnType<DatabaseSync['prepare']>;

// Rows were written by `put` of the same kind.
const read = <K extends Kind>(row: Record<string, unknown>) =>
  JSON.parse(String(row.body)) as Kinds[K];
