ALTER TABLE "party_tables" ADD COLUMN "whole_at" timestamp (3) with time zone;--> statement-breakpoint
-- As in migration 0012: whoever sees the tables is told of the first one that is lit whole.
CREATE TRIGGER party_tables_tell_change AFTER INSERT OR UPDATE OR DELETE ON "party_tables"
  FOR EACH ROW EXECUTE FUNCTION tell_change('tables');
