import type { TestApp } from './test-app.ts'

/** From then on no change of the catalogue is announced, as behind a pooler that keeps no connection for it. */
export async function loseNotifications(site: TestApp): Promise<void> {
  await site.asOwner(`do $_$ begin
    execute replace(pg_get_functiondef('note_catalogue_change'::regproc), 'perform pg_notify(''catalogue_changed'', '''');', '');
  end $_$`)
}
