-- CreateIndex
CREATE INDEX CONCURRENTLY "change_realmId_traceId_idx" ON "change"("realmId", "traceId");
