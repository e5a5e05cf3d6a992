import type { TestApp } from './test-app.ts'

/** Stops notifications of catalogue changes, as behind a pooler that holds no connection for them. */
export async function loseNotifications(site: TestApp): Promise<void> {
  await site.asOwner(`do $_$ begin
    execute replace(pg_get_functiondef('note_catalogue_change'::regproc), 'perform pg_notify(''catalogue_changed'', '''');', '');
  end $_$`)
}
