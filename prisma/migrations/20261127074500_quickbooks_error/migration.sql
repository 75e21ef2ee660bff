-- AlterEnum
ALTER TYPE "DesktopCondition" ADD VALUE 'quickbooks_error' AFTER 'elevated';
