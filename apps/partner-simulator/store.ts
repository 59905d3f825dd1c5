import { DatabaseSync } from 'node:sqlite'

/** An order as the partner knows it; amounts in the currency in which it settles. */
export interface Payout {
  reference: string
  hash: string
  amount: string
  settled: string
  status: 'accepted' | 'ready' | 'paid' | 'rejected' | 'returned' | 'cancelled'
  reason: string
  returned: string | null
  /** In milliseconds. */
  madeAt: number
}

/** What the partner keeps: its own orders, movements and reports, in a file of its own or in memory. */
export type Store = ReturnType<typeof openStore>

/** Opens the store of the partner; a file that is there is gone on with. */
export function openStore(path = ':memory:') {
  // Whoever looks into it meanwhile is waited for.
  const db = new DatabaseSync(path, { timeout: 5000 })
  db.exec(`
    pragma journal_mode = wal;
    create table if not exists payout (reference text primary key, hash text not null, amount text not null, settled text not null,
      status text not null, reason text not null default '', returned text, madeAt integer not null);
    create table if not exists movement (id integer primary key, reference text not null, kind text not null, amount text not null,
      at integer not null);
    create table if not exists report (id text primary key, body text not null, tries integer not null default 0, dueAt integer not null);
    create table if not exists asked (reference text primary key, queries integer not null default 0);
  `)
  const find = db.prepare('select * from payout where reference = ?')
  return {
    find: (reference: string) => find.get(reference) as unknown as Payout | undefined,
    all: () => db.prepare('select * from payout order by madeAt, reference').all() as unknown as Payout[],
    add: ({ reference, hash, amount, settled, status, reason, returned, madeAt }: Payout) =>
      void db
        .prepare('insert into payout values (?, ?, ?, ?, ?, ?, ?, ?)')
        .run(reference, hash, amount, settled, status, reason, returned, madeAt),
    change: (reference: string, { status, reason = '', returned = null }: Partial<Payout>) =>
      void db
        .prepare('update payout set status = ?, reason = ?, returned = ? where reference = ?')
        .run(status ?? 'accepted', reason, returned, reference),
    forget: (before: number) => void db.prepare('delete from payout where madeAt < ?').run(before),
    move: (reference: string, kind: string, amount: string, at: number) =>
      void db
        .prepare('insert into movement (reference, kind, amount, at) values (?, ?, ?, ?)')
        .run(reference, kind, amount, at),
    movements: () =>
      db.prepare('select reference, kind, amount, at from movement order by id').all() as unknown as {
        reference: string
        kind: string
        amount: string
        at: number
      }[],
    /** Counts a query of a reference; answers how many there were before. */
    countQuery: (reference: string): number => {
      const row = db
        .prepare(
          'insert into asked values (?, 1) on conflict (reference) do update set queries = queries + 1 returning queries',
        )
        .get(reference) as { queries: number }
      return row.queries - 1
    },
    enqueue: (id: string, body: string, dueAt: number) =>
      void db.prepare('insert into report (id, body, dueAt) values (?, ?, ?)').run(id, body, dueAt),
    due: (now: number) =>
      db
        .prepare('select id, body, tries from report where dueAt <= ? order by dueAt limit 50')
        .all(now) as unknown as {
        id: string
        body: string
        tries: number
      }[],
    delay: (id: string, dueAt: number) =>
      void db.prepare('update report set tries = tries + 1, dueAt = ? where id = ?').run(dueAt, id),
    sent: (id: string) => void db.prepare('delete from report where id = ?').run(id),
    close: () => db.close(),
  }
}
