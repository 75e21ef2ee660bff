-- The key of the lock that the server of a claim holds while it lives.
ALTER TABLE "request_outcome" ADD COLUMN     "claimedBy" INTEGER;
