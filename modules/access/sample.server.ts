import type { Sample } from '#kit/server/module.server.ts'

const webhook = { url: 'https://93.184.216.34/events', events: ['rate.published'] }

export const sample: Sample = {
  bodies: {
    '/posuser/webhook/create': webhook,
    '/posuser/webhook/update': webhook,
  },
  rows: [
    // A second factor is to be taken from somebody.
    `insert into access.factor_reset (company_id, user_id, reason, asked_by_id, asked_by, asked_at)
    select a.company_id, a.id, 'x', b.id, 'x', now() from access.user a
      join access.user b on b.company_id = a.company_id and b.id > a.id order by a.id, b.id limit 1`,
    // A role waits for a second person.
    `insert into access.role_request (company_id, user_id, role_id, asked_by_id, asked_by, asked_at)
    select a.company_id, a.id, r.id, b.id, 'x', now() from access.user a
      join access.user b on b.company_id = a.company_id and b.id > a.id
      join access.role r on r.company_id = a.company_id order by a.id, b.id, r.id limit 1`,
    // A role waits for what it gains.
    `insert into access.role_request (company_id, role_id, permissions, asked_by_id, asked_by, asked_at)
    select r.company_id, r.id, '{manage_users}', u.id, 'x', now() from access.role r
      join access.user u on u.company_id = r.company_id order by r.id, u.id limit 1`,
    // A program has a key.
    `with program as (insert into access.user (company_id, kind, user_name, first_name)
        select company_id, 'key', 'x', 'x' from organisation.company returning company_id, id)
    insert into access.api_key (company_id, name, user_id, owner_id, key_hash, ending, permissions, counter_id, calls_per_minute,
        expires_at, created_at)
      select p.company_id, 'x', p.id, u.id, 'x', 'x', '{}', c.id, 1, now() + interval '1 day', now()
      from program p join access.user u on u.company_id = p.company_id and u.kind = 'person'
        join organisation.counter c on c.company_id = p.company_id order by u.id, c.id limit 1`,
    // Something is sent to a program.
    `with w as (insert into access.webhook (company_id, name, url, events, secret, created_by_id, created_by, created_at)
      select company_id, 'x', 'https://93.184.216.34/', '{rate.published}', 'x', id, 'x', now() from access.user order by id limit 1
      returning company_id, id)
    insert into access.webhook_delivery (company_id, webhook_id, event_id, event, body, state, created_at)
      select company_id, id, id, 'rate.published', '{}', 'failed', now() from w`,
  ],
}
