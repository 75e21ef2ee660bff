CREATE INDEX CONCURRENTLY "write_journal_queued_idx" ON "write_journal"("createdAt") WHERE state = 'queued';
