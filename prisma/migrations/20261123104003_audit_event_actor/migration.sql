CREATE INDEX CONCURRENTLY "audit_event_actorId_createdAt_idx" ON "audit_event"("actorId", "createdAt");
