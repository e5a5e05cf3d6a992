-- Ticks are told to the console as well, by their departure (0045): who has its manifest open sees who came without reading the names again.

create trigger attendance_ticks_added_console after insert on attendance_ticks
  referencing new table as changed for each statement execute function
    tell_console_rows('attendance',
      'select to_char(departs_on, ''YYYY-MM-DD'') || '':'' || tour_id from tour_bookings where tour_bookings.booking_id = changed.booking_id');
