-- CreateIndex
CREATE INDEX CONCURRENTLY "realm_listing_orgId_isSandbox_recentRequests_realmId_idx" ON "realm_listing"("orgId", "isSandbox", "recentRequests" DESC, "realmId");
