-- Records as Confluent's serializers write them: a byte 0, the number of the schema, the record.
CREATE TABLE houses (id BIGINT, area DOUBLE, rooms INT, town STRING, built DATE, price DOUBLE)
WITH (
  'connector' = 'kafka',
  'topic' = 'houses',
  'properties.bootstrap.servers' = 'localhost:9092',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'avro-confluent',
  'avro-confluent.url' = 'http://localhost:8081'
);
