CREATE INDEX CONCURRENTLY "write_journal_clear_idx" ON "write_journal"("realmId", "clearAt") WHERE "clearAt" IS NOT NULL AND state IN ('sending', 'completed');
