-- The primary key of a partitioned table contains the time.
CREATE UNIQUE INDEX CONCURRENTLY "logged_request_id_createdAt_key" ON "logged_request"("id", "createdAt");
