-- Reads all rows while others write.
ALTER TABLE "logged_request" VALIDATE CONSTRAINT "logged_request_bound";
ALTER TABLE "usage_day" VALIDATE CONSTRAINT "usage_day_bound";
