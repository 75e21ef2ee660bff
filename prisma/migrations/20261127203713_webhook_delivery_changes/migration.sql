-- CreateIndex
CREATE INDEX CONCURRENTLY "webhook_delivery_webhookId_realmId_lastSeq_idx" ON "webhook_delivery"("webhookId", "realmId", "lastSeq");
