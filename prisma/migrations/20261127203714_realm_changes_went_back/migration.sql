-- CreateIndex
CREATE INDEX CONCURRENTLY "realm_changes_resynchronizeAt_idx" ON "realm_changes"("resynchronizeAt");
