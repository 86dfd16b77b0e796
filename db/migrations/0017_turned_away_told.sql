-- Whom a full event turns away, the organizer's open screens count at once (app/models/change-streams.server.ts).
CREATE TRIGGER turned_away_tell_change AFTER INSERT OR DELETE ON "turned_away"
  FOR EACH ROW EXECUTE FUNCTION tell_change('turned_away');
