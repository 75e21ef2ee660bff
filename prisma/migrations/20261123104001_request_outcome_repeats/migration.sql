CREATE INDEX CONCURRENTLY "request_outcome_repeats_idx" ON "request_outcome"("createdAt") WHERE "requestId" LIKE 'repeat of %';
