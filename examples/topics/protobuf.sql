-- Protobuf has no dates: the record has days since 1970.
CREATE TABLE house_records (id BIGINT, area DOUBLE, rooms INT, town STRING, built_day INT, price DOUBLE)
WITH (
  'connector' = 'kafka',
  'topic' = 'houses',
  'properties.bootstrap.servers' = 'localhost:9092',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'protobuf',
  'protobuf.message-class-name' = 'org.example.House',
  'protobuf.read-default-values' = 'false'
);

CREATE VIEW houses AS
SELECT id, area, rooms, town, TIMESTAMPADD(DAY, built_day, DATE '1970-01-01') AS built, price
FROM house_records;
