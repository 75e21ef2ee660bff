CREATE INDEX CONCURRENTLY "logged_request_bodies_idx" ON "logged_request"("createdAt") WHERE bodies IS NOT NULL;
