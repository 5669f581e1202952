import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { EventHub } from '../../../electron/service/platform/events/event-hub.ts';
import { EventPublisher } from '../../../electron/service/platform/events/event-publisher.ts';

const deleted = (document_id: string) => ({ type: 'document.deleted', document_id }) as const;

describe('EventPublisher', () => {
  let db: SqliteDatabase;
  let events: EventPublisher;
  let published: string[];

  beforeEach(() => {
    db = new SqliteDatabase(':memory:');
    const hub = new EventHub('run');
    published = [];
    hub.subscribe(null, ({ event }) => published.push('document_id' in event ? event.document_id : event.type));
    events = new EventPublisher(db, hub);
  });
  afterEach(() => db.close());

  test('publishes after the commit of the outermost transaction, in order', () => {
    db.transaction(() => {
      events.publish(deleted('first'), 'org_1');
      db.transaction(() => events.publish(deleted('second'), 'org_1'));
      events.publish(deleted('third'), 'org_1');
      expect(published).toEqual([]);
    });
    expect(published).toEqual(['first', 'second', 'third']);
  });

  test('publishes nothing if the transaction is rolled back', () => {
    const failing = () =>
      db.transaction(() => {
        events.publish(deleted('dropped'), 'org_1');
        throw new Error('rolled back');
      });
    expect(failing).toThrow('rolled back');
    db.transaction(() => events.publish(deleted('kept'), 'org_1'));
    expect(published).toEqual(['kept']);
  });

  test('publishes immediately outside a transaction', () => {
    events.publish(deleted('now'), 'org_1');
    expect(published).toEqual(['now']);
  });

  test('publishes after a bulk transaction, once it is durable again', () => {
    let synchronous: unknown;
    db.bulkTransaction(() => {
      db.afterCommit(() => (synchronous = db.get('PRAGMA synchronous')?.['synchronous']));
      events.publish(deleted('bulk'), 'org_1');
    });
    expect([synchronous, published]).toEqual([2, ['bulk']]);
  });
});

describe('afterCommit', () => {
  test('runs every callback, also after one that throws, and then throws its error', () => {
    const db = new SqliteDatabase(':memory:');
    const calls: string[] = [];
    const commit = () =>
      db.transaction(() => {
        db.execute('CREATE TABLE kept (id INTEGER)');
        db.afterCommit(() => {
          throw new Error('first callback');
        });
        db.afterCommit(() => calls.push('second callback'));
      });
    expect(commit).toThrow('first callback');
    expect(calls).toEqual(['second callback']);
    expect(db.all('SELECT * FROM kept')).toEqual([]);
    db.close();
  });

  test('allows a callback to open another transaction', () => {
    const db = new SqliteDatabase(':memory:');
    db.execute('CREATE TABLE item (id INTEGER)');
    db.transaction(() => {
      db.afterCommit(() => db.transaction(() => db.run('INSERT INTO item (id) VALUES (1)')));
    });
    expect(db.all('SELECT id FROM item')).toHaveLength(1);
    db.close();
  });
});
